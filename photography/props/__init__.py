"""Still-life props, one family per file. Units are centimetres, and props are built on z = 0."""
