# Each edge of a can be the first: no initial value is consistent.
.model either
.outputs a
.graph
p a+ a-
.marking { p }
.end
