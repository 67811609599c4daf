.inputs a
.graph
a+ a-
