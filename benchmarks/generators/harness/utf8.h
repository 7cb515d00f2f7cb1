static void harness(struct bytes *in)
{
    unsigned char which = byte(in), count = byte(in), text[8];
    unsigned point = (unsigned)word(in);
    unsigned long i;
    for (i = 0; i < sizeof text; i++)
        text[i] = byte(in);
    switch (which & 3) {
    case 0:
        utf8_decode(text, count % 9, &point);
        break;
    case 1:
        utf8_length(text, count % 9);
        break;
    default:
        utf8_encode(point, text);
    }
}
