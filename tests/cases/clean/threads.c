// A file that starts threads: what one of them writes, another one sees after an access to an atomic object.
#include <pthread.h>
static int shared;
static _Atomic int asked, answered;
static void *answer(void *nothing) {
    while (asked != 1) {}
    shared = 7;
    answered = 1;
    return nothing;
}
void written_by_another_thread_feasible(void) {
    // run: written_by_another_thread_feasible()
    pthread_t thread;
    pthread_create(&thread, 0, answer, 0);
    shared = 1;
    asked = 1;
    while (answered != 1) {}
    pc_label(shared == 7);
    pthread_join(thread, 0);
}
