int square(int side)
{
    if (side < 0 || side > LIMIT)
        return -1;
    return side * side;
}
