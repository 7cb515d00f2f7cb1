int half(int);

int main(void)
{
    return half(8) == 4 ? 0 : 1;
}
