.inputs a
.delays 1 2
.graph
.end
