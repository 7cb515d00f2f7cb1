/* Reverse Polish: numbers are pushed, operators take what was pushed. */
#include <stdio.h>
#include <ctype.h>
#define DEPTH 8

int sp;
long val[DEPTH];
int faults;

fault(s)
char*s;
{
	printf("%s\n",s),faults++;
}

long push(f)
long f;
{
	if(sp<DEPTH)return(val[sp++]=f);
	else(fault("full"));
	return(0L);
}

long pop()
{
	if(sp>0)return val[--sp];
	fault("empty");
	return 0;
}

long*top(){return&val[sp-1];}

main(argc,argv)
char**argv;
{
	long x;
	char*s;

	while(--argc>0)for(s= *++argv;*s;s++)switch(*s){
		case'+':push(pop()+pop());break;
		case'*':push(pop()*pop());break;
		case'-':x=pop(),push(pop()-x);break;
		case'/':
			x=pop();
			if(x)push(pop()/x);
			else fault("zero");
			break;
		case'=':if(sp)printf("%ld\n",*top());else;break;
		default:
			if(!isdigit(*s)){fault("what");break;}
			for(x=0;isdigit(*s);x=10*x+*s++-'0');
			push(x),s--;
	}
	return(faults!=0);
}
