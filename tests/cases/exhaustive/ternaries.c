/* Grades from points and a bonus. */
int f(unsigned char points, signed char bonus)
{
    int total = points + (bonus > 10 ? 10 : bonus < 0 ? 0 : bonus);
    int grade = total >= 90 ? 'A' : total >= 80 ? 'B' : total >= 70 ? 'C' : total >= 60 ? 'D' : 'F';

    if (grade == 'A' && points < 80)
        return -1;
    if (total < points || total > points + 10)
        return -2;
    return grade == 'F' && bonus >= 10 ? 'D' : grade;
}
