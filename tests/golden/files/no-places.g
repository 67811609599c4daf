.inputs a
.outputs b
.graph
a+
a-
b+
.marking {}
.end
