/* One step of a wheel brake system: pedal, automatic braking and skid choose the commands to two valves. */
int wbs(int pedal, int auto_brake, int skid, int alternate, int pressure)
{
    int position, command, normal = 0, other = 0;

    if (pedal <= 0)
        position = 0;
    else if (pedal == 1)
        position = 1;
    else if (pedal == 2)
        position = 2;
    else if (pedal == 3)
        position = 3;
    else
        position = 4;
    if (auto_brake != 0 && position == 0 && skid == 0)
        command = 1;
    else if (skid != 0 && position > 2)
        command = position - 2;
    else
        command = position;
    if (alternate == 0 && pressure > 10) {
        normal = command * 2;
        if (skid != 0)
            normal = normal - 1;
    } else if (pressure > 5)
        other = command;
    if (normal < 0)
        normal = 0;
    return normal * 10 + other;
}
