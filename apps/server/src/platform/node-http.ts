/**
 * Node's `http`. An import by its name would read all that it exports, and so load Node's client for fetch and
 * WebSocket, which the server does not use: 7 MB, and 80 ms of each start. Types may be imported as usual.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
