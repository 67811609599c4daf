.inputs a
.graph
a+ a- a-
.end
