/* Counts lines, words and characters. */
#include <stdio.h>

#define YES 1
#define NO 0
#define BLANK(c)((c)==' '||(c)=='\n'||(c)=='\t')


main()
{
	register c, inword;
	int nl, nw, nc;

	for(inword=NO,nl=nw=nc=0;(c=getchar())!=EOF;nc++){
		if(c=='\n')++nl;
		if(BLANK(c))inword=NO;
		else if(inword==NO)inword=YES,++nw;
		else;
	}
	printf("%d %d %d\n",nl,nw,nc);
	return(nc==0);
}
