.dummy t
.graph
t t
.marking {<t,t>}
.end
