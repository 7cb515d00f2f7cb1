/* Results of functions that the program lacks, and a global that the caller may set. */
int sensor(int channel);
void report(const char *what);

int threshold = 10;
static int alarms;

int poll(int channel)
{
    int first = sensor(channel), second;

    if (first < 0) {
        report("no sensor");
        return -1;
    }
    second = sensor(channel + (channel < 100));
    if (first > threshold && second > threshold) {
        alarms++;
        if (first == second)
            return 2;
        return 1;
    }
    if (threshold == 123456)
        return 3;
    return 0;
}
