/* A binary search tree, the nodes in the hands of the caller. */
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static int max(int a, int b) { return a > b ? a : b; }

int tree_height(const struct tree *tree)
{
    return tree == NULL ? 0 : 1 + max(tree_height(tree->left), tree_height(tree->right));
}

const struct tree *tree_find(const struct tree *tree, int key)
{
    while (tree != NULL && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree;
}

int tree_insert(struct tree **root, struct tree *fresh)
{
    if (fresh == NULL)
        return 0;
    fresh->left = fresh->right = NULL;
    while (*root != NULL) {
        if (fresh->key == (*root)->key)
            return 0;
        root = fresh->key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = fresh;
    return 1;
}

struct tree *tree_remove(struct tree **root, int key)
{
    struct tree *found, **next;
    while (*root != NULL && (*root)->key != key)
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    found = *root;
    if (found == NULL)
        return NULL;
    if (found->left == NULL)
        *root = found->right;
    else if (found->right == NULL)
        *root = found->left;
    else {
        struct tree *least;
        for (next = &found->right; (*next)->left != NULL; next = &(*next)->left)
            ;
        least = *next;
        *next = least->right;
        least->left = found->left;
        least->right = found->right;
        *root = least;
    }
    return found;
}

static int ordered(const struct tree *tree, const int *low, const int *high)
{
    if (tree == NULL)
        return 1;
    if (low != NULL && tree->key <= *low)
        return 0;
    if (high != NULL && tree->key >= *high)
        return 0;
    return ordered(tree->left, low, &tree->key) && ordered(tree->right, &tree->key, high);
}

int tree_is_ordered(const struct tree *tree)
{
    return ordered(tree, NULL, NULL);
}

struct tree *tree_rotate_left(struct tree *tree)
{
    struct tree *right;
    if (tree == NULL || tree->right == NULL)
        return tree;
    right = tree->right;
    tree->right = right->left;
    right->left = tree;
    return right;
}
