"""Props of the still lifes, one family a file. Units are centimetres, every prop stands on z = 0."""
