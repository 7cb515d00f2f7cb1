int main(void)
{
    return clamp(;
}
