/* Words that a second preprocessor would change, and a pc_label of the file's own. */
#undef linux
#undef unix
static int linux = 1, unix;

void pc_label(int condition, int id, const char *tag)
{
    (void)condition, (void)id, (void)tag;
}

static int both(int x) <%
    const char *s = "pc_label(1, 1, \"{\")";
    pc_label(x > 0 && linux, 4, "OWN");
    pc_label(unix, 5, "OWN");
    return s[0];
%>

int main(int argc, char **argv)
{
    (void)argv;
    return both(argc) != 'p';
}
