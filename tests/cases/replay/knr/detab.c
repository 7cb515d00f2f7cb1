/* detab, and entab with -e: tabs to blanks and back. */
#include <stdio.h>

#define TAB 4
#define tabpos(col)(!((col)%TAB))

static col;

out(c)
{
	putchar(c);
	if(c=='\n')return(col=0);
	return(++col);
}

detab(){
	register c;
	while((c=getchar())!=EOF)
		if(c=='\t')do(out(' '));while(!tabpos(col));
		else(out(c));
}

entab(){
	int c,nb,pos;
	for(nb=pos=0;(c=getchar())!=EOF;){
		if(c==' '){
			nb++,pos++;
			if(!tabpos(pos))continue;
			putchar('\t'),nb=0;
			continue;
		}
		while(nb-->0)putchar(' ');
		nb=0;
		putchar(c);
		if(c=='\n')pos=0;else pos++;
	}
}

main(argc,argv)char**argv;{
	if(argc>1&&*argv[1]=='-')entab();else detab();
	return 0;
}
