/* A hash table of names and what they stand for. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#define HASHSIZE 5

struct nlist{
	char*name;
	char*def;
	struct nlist*next;
};
static struct nlist*hashtab[HASHSIZE];

unsigned hash(s)
register char*s;
{
	unsigned h;
	for(h=0;*s;h=*s+++31*h);
	return(h%HASHSIZE);
}

struct nlist*lookup(s)
char*s;
{
	struct nlist*np;
	for(np=hashtab[hash(s)];np;np=np->next)
		if(!strcmp(s,np->name))return(np);
	return(NULL);
}

char*save(s)
char*s;
{
	char*p;
	if(p=malloc(strlen(s)+1))strcpy(p,s);
	return p;
}

struct nlist*install(name,def)
char*name,*def;
{
	struct nlist*np;
	unsigned h;

	if((np=lookup(name))==NULL){
		np=(struct nlist*)malloc(sizeof(*np));
		if(np==NULL||(np->name=save(name))==NULL)return(NULL);
		h=hash(name);
		np->next=hashtab[h];
		hashtab[h]=np;
	}else free(np->def);
	if((np->def=save(def))==NULL)return NULL;
	return(np);
}

main(argc,argv)
char**argv;
{
	struct nlist*np;
	char*eq;

	for(;--argc;)if(eq=strchr(*++argv,'=')){
		*eq=0;
		if(!install(*argv,eq+1))return 3;
	}else if(np=lookup(*argv))puts(np->def);
	else(puts("?"));
	return(0);
}
