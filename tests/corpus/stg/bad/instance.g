.inputs a
.graph
a+/x a-
.end
