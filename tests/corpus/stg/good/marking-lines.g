.dummy t
.graph
p t
q t
.marking {
 p # one
 q
}
.end
