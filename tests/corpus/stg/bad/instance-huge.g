.inputs a
.graph
a+/99999999999 a-
.end
