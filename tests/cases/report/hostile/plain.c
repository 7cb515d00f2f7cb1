/* </script><script>window.hit=1</script> */
int f(int x, int y)
{
    char *s = "<img src=x onerror=window.hit=1>"; // '"&
    if (x < 1 && y > 2) return s[0];
    return 0; }
