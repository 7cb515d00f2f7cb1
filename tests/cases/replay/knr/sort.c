/* Sorts its arguments, as numbers with -n. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

numcmp(s,t)
char*s,*t;
{
	int a=atoi(s),b=atoi(t);
	if(a<b)return(-1);
	else if(a>b)return(1);
	else return(0);
}

swap(v,i,j)
register char*v[];
{
	char*t;
	t=v[i],v[i]=v[j],v[j]=t;
}

sort(v,n,cmp)
char**v;
int(*cmp)();
{
	int gap,i,j;

	for(gap=n/2;gap>0;gap/=2)
		for(i=gap;i<n;i++)
			for(j=i-gap;j>=0;j-=gap){
				if((*cmp)(v[j],v[j+gap])<=0)break;
				swap(v,j,j+gap);
			}
}

main(argc,argv)
int argc;
char*argv[];
{
	int numeric=0,i,strcmp();

	if(argc>1&&argv[1][0]=='-'&&argv[1][1]=='n')numeric=1,argv++,argc--;
	sort(argv+1,argc-1,numeric?numcmp:strcmp);
	for(i=1;i<argc;i++)printf(i<argc-1?"%s ":"%s\n",argv[i]);
	return argc<2;
}
