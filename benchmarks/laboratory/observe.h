/* A pc_label that tells observe.c which label was looked at, whether it held, and in which frame. Give it to the
   compiler with -include; compile with -finstrument-functions and with frame pointers. */
void lab_label(unsigned id, int holds, void *frame);
#define pc_label(...) LAB_TELL(__VA_ARGS__, 0, 0)
#define LAB_TELL(condition, id, ...) lab_label((id), (condition) ? 1 : 0, __builtin_frame_address(0))
