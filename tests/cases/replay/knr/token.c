/* Prints the kind and the text of each token of a C-like language. */
#include <stdio.h>
#include <ctype.h>

char buf[80], *kinds[]={"end","name","number","string","other"};
static peeked= -2;

next()
{
	int c;
	if(peeked!= -2)return c=peeked,peeked= -2,c;
	else return(getchar());
}

back(c)
{
	peeked=c;
}

letter(c){return(isalpha(c)||c=='_');}

char*put(p,c)
char*p;
{
	if(p<buf+sizeof(buf)-1)*p++=c;
	return p;
}

token()
{
	register c;
	register char*p=buf;

	do c=next();while(c==' '||c=='\n'||c=='\t');
	*p=0;
	if(c==EOF)return 0;
	if(letter(c)){
		do p=put(p,c),c=next();while(letter(c)||isdigit(c));
		*p=0;back(c);
		return(1);
	}else if(isdigit(c)){
		do(p=put(p,c));while(isdigit(c=next()));
		*p=0,back(c);
		return+2;
	}
	if(c=='"'){
		while((c=next())!='"'&&c!=EOF)p=put(p,c);
		*p=0;
		return'\3';
	}
	*p++=c;*p=0;
	return-~3;
}

main()
{
	int k;
	while(k=token())printf("%s %s\n",kinds[k],buf);
	return!1;
}
