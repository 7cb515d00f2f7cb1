static void harness(struct bytes *in)
{
    struct token token;
    char text[12];
    unsigned char which = byte(in), from = byte(in);
    string(in, text, sizeof text);
    if (which & 1)
        count_tokens(text);
    else
        next_token(text, from % sizeof text, &token);
}
