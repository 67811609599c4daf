.inputs a
.dummy a
.graph
.end
