/* A tree: a search, and what it writes. */
struct tree {
    unsigned char key;
    int visits;
    struct tree *left, *right;
};

struct tree *find(struct tree *root, unsigned char key)
{
    while (root && root->key != key) {
        root->visits++;
        root = key < root->key ? root->left : root->right;
    }
    return root;
}
