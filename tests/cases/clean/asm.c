/* What asm is given, it may write to, or give back. */
void asm_writes_through_an_operand_feasible(void) {
    // run: asm_writes_through_an_operand_feasible()
    int k = 1;
    __asm__ volatile("movl $3,(%0)" : : "r"(&k) : "memory");
    pc_label(k == 3);
}
void asm_gives_an_address_back_feasible(void) {
    // run: asm_gives_an_address_back_feasible()
    int k = 1, *r;
    __asm__("" : "=r"(r) : "0"(&k));
    *r = 5;
    pc_label(k == 5);
}
void asm_takes_an_address_feasible(void) {
    // run: asm_takes_an_address_feasible()
    int k = 1, *r;
    __asm__("leaq %1,%0" : "=r"(r) : "m"(k));
    *r = 5;
    pc_label(k == 5);
}
