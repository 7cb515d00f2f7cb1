/* Prints the lines with a pattern: ^ . * and $ are special. */
#include <stdio.h>
#include <string.h>

static except,number;

match(re,text)
char*re,*text;
{
	if(*re=='^')return(matchhere(re+1,text));
	do if(matchhere(re,text))return(1);
	while(*text++);
	return(0);
}

matchhere(re,text)
register char*re,*text;
{
	if(!*re)return(1);
	if(re[1]=='*')return matchstar(*re,re+2,text);
	if(*re=='$'&&!re[1])return!*text;
	if(*text&&(*re=='.'||*re==*text))return matchhere(re+1,text+1);
	return 0;
}

matchstar(c,re,text)
char*re,*text;
{
	do{if(matchhere(re,text))return 1;}while(*text&&(*text++==c||c=='.'));
	return 0;
}

main(argc,argv)
char*argv[];
{
	char line[100],*s;
	long lineno=0;
	int found=0;

	while(--argc>0&&(*++argv)[0]=='-')
		for(s=argv[0]+1;*s;s++)switch(*s){
		case('x'):except=1;break;
		case'n':number=1;break;
		default:printf("find: -%c?\n",*s);return-1;
		}
	if(argc!=1)return printf("usage\n"),2;
	else while(fgets(line,100,stdin)){
		lineno++;
		line[strcspn(line,"\n")]=0;
		if(match(*argv,line)==except)continue;
		if(number)printf("%ld:",lineno);
		puts(line),found++;
	}
	return(found==0);
}
