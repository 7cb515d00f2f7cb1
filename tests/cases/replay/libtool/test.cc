extern "C" int half(int);

int main()
{
    return half(3) == -1 ? 0 : 1;
}
