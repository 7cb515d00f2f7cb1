/* Words that only punctuation ends. */
#include <stdio.h>
#define EACH(x)x
#define TWO(a,b)a b
typedef char*text;

static int value(int x){return(x);}
static int deref(int*p){return*p;}
static int not(int x){return!x;}
static int minus(int x){return-x;}
static int plus(int x){return+x;}
static int inverse(int x){return~x;}
static int letter(void){return'c';}
static text word(void){return"word";}
static int*address(int*p){return&*p;}
static int size(int x){return sizeof(x)>sizeof x?1:(int)sizeof x;}
static int cast(double d){return(int)d;}
static int macro(int x){return EACH(x)EACH(+)EACH(1);}
static int two(int x){TWO(return,(x>0));}
static int comment(int x){return/**/x;}
static int spliced(int x){ret\
urn(x>\
2);}
static int digraph(int x)<%int a<:2:>=<%1,2%>;return(x)>=0?a<:1:>:a<:0:>;%>
static int orelse(int x,int y){if(x)x=1;else(y++);if(y)x++;else;do(x--);while(x>3);return x+y;}
static int cases(int x){switch(x){case(1):return(10);case'c':return(20);case-1:return(30);default:return(-1);}}
static int jumps(int x){static void*to[]={&&one,&&other};goto*to[x!=0];one:return(1);other:return(2);}
static int nested(int x){if(x>0)if(x>5)return(2);else return(1);else return(0);}
static int loop(int n){int s=0;for(;n;n--)if(n&1)continue;else s+=n;while(n<3)if(n==2)break;else n++;return(s)+(n);}
static int both(int x,int y){return(x&&y)||(!x&&!y);}

int main(void)
{
	int x=3,y[2]={5,6};
	for(x=-1;x<7;x++){
		printf("%d %d %d %d %d %d %d\n",value(x),deref(y),not(x),minus(x),plus(x),inverse(x),letter());
		printf("%s %d %d %d %d %d %d\n",word(),*address(y),size(x),cast(x+.5),macro(x),two(x),comment(x));
		printf("%d %d %d %d %d %d %d\n",spliced(x),orelse(x,0),cases(x),jumps(x),nested(x),loop(x&3),both(x,x>2));
		printf("%d\n",digraph(x));
	}
	return(0);
}
