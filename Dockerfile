# docker build -t nonosat . && docker run --rm -v "$PWD:/puzzles" nonosat
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++
COPY . /nonosat
RUN pip wheel --no-cache-dir --wheel-dir /wheels /nonosat

FROM python:3.13-slim
RUN --mount=from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels nonosat
USER 1000
WORKDIR /puzzles
ENTRYPOINT ["nonosat"]
CMD ["check", "."]
