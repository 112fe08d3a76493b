# The engine in an image that holds nothing else:
#
#   docker build -t oknos .
#   docker run --rm -i oknos            (UCI on standard input and output)
#   docker run --rm oknos bench
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends cmake g++ git ninja-build
COPY . /oknos
WORKDIR /oknos
RUN cmake --preset pgo -DOKNOS_UNITY=ON -B /build && cmake --build /build --target oknos && strip /build/bin/oknos

FROM scratch
COPY --from=build /build/bin/oknos /oknos
ENTRYPOINT ["/oknos"]
