#!/bin/sh
# Runs a command in this folder as the shop's user and with the shop's settings, such as
# `aurelia npm run build`. docs/es/instalar.md copies it to /usr/local/bin/aurelia.
set -ea
. /etc/aurelia.env
exec runuser -u aurelia -- "$@"
