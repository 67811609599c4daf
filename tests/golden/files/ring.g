# Consistent: a is 0 at first.
.model ring
.outputs a
.graph
p a+
a+ q
q a-
a- p
.marking { p }
.end
