// Lines of `#pragma pack` that compilers read as they like.
#pragma pack(0x1)
struct hexadecimal { char c; long x; };
MAY sizeof(struct hexadecimal);
