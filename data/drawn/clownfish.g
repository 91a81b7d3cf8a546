Clownfish
Author: nonosat
License: CC0
#d
0:   #FFFFFF   white
1:X  #000000   black
o:o  #F08020   orange
: rows
1o
3o
6o
12
3 1 4o 1 2 1o
1 2o 1 1 4o 1 1 1o 1 3o
1 3o 1 1 4o 1 1 2o 1 4o
1 1o 2 1o 1 1 4o 1 1 3o 1 4o
1 1o 2 1o 1 1 4o 1 1 3o 1 3o
1 4o 1 1 4o 1 1 3o 1 3o
3 2o 1 1 4o 1 1 3o 1 3o
1 3o 1 1 4o 1 1 2o 1 4o
1 2o 1 1 4o 1 1 1o 1 3o
3 1 4o 1 2 1o
12
6o
3o
1o
: columns
4
1 3o 2
1 1o 2 1o 1 1o 1
1 2o 2 4o 1
1 8o 1
12
1 1
1 1
12
1 10o 1
1o 1 10o 1 1o
1o 1 10o 1 1o
2o 1 10o 1 2o
3o 12 3o
2o 1 1 2o
1o 1 1 1o
1 1
10
1 8o 1
1 6o 1
1 4o 1
4
6o
8o
8o
4o 3o
:
