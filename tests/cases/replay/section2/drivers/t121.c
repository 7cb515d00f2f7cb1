int triangle(int x, int y, int z);

int main(void)
{
  return triangle(1, 2, 1) != 1;
}
