# What an engine needs before it starts.

# runc, except that it asks for no right that root lacks here: in a container or a small virtual
# machine it may not lower the oom score, nor give CAP_SYS_RESOURCE away.
write_runtime() {
    cat >"$1" <<'END'
#!/bin/sh
previous=
for argument; do
    case $previous in
    --bundle | -b)
        sed -i -e 's/"oomScoreAdj": *-[0-9]*/"oomScoreAdj":0/' \
            -e 's/"CAP_SYS_RESOURCE",//g' -e 's/,"CAP_SYS_RESOURCE"//g' "$argument/config.json"
        ;;
    esac
    previous=$argument
done
exec runc "$@"
END
    chmod +x "$1"
}

# A CA, and certificates by it for the engine (server.pem) and for its clients (client.pem).
make_certificates() {
    mkdir "$1"
    printf '[req]\ndistinguished_name = name\n[name]\n' >"$1/openssl.cnf"
    certificate "$1" ca "test CA" critical,CA:TRUE -addext keyUsage=critical,keyCertSign &&
        by_ca "$1" server serverAuth -addext subjectAltName=IP:127.0.0.1,DNS:localhost &&
        by_ca "$1" client clientAuth
}

by_ca() {
    local folder=$1 name=$2 usage=$3
    shift 3
    certificate "$folder" "$name" "$name" critical,CA:FALSE -addext extendedKeyUsage="$usage" \
        -CA "$folder/ca.pem" -CAkey "$folder/ca-key.pem" "$@"
}

certificate() {
    local folder=$1 name=$2 subject=$3 constraints=$4
    shift 4
    openssl req -x509 -config "$folder/openssl.cnf" -newkey ec -pkeyopt ec_paramgen_curve:P-256 \
        -noenc -keyout "$folder/$name-key.pem" -out "$folder/$name.pem" -days 7 \
        -subj "/CN=$subject" -addext basicConstraints="$constraints" "$@"
}

# The files of an image: busybox under all its names, and a page to serve.
make_root() {
    local root=$dir/root name
    mkdir -p "$root/bin" "$root/tmp" "$root/www"
    cp "$(command -v busybox)" "$root/bin/busybox"
    for name in $(busybox --list); do
        [ "$name" = busybox ] || ln -s busybox "$root/bin/$name"
    done
    echo "<title>lab</title>hello from the lab" >"$root/www/index.html"
    tar --directory "$root" --create --file "$1" .
    rm -r "$root"
}
