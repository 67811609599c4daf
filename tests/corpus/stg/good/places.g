.model choice
.inputs x
.internal y
.dummy d
.graph
p x+ d
x+ q
d q
q y~
y~ p
.marking { p }
.end
