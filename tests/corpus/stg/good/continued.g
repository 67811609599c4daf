.inputs a \
 b-c
.graph
a+ b-c+ \
  p
b-c+ \
 a-
p a-
.marking {<b-c+,a->}
.end
