import { decodeFrame, merged } from "./frame.js";
import { makeLink, step } from "./link.js";

/**
 * The socket, away from the page's thread. Text goes to the page as it comes; of the position frames only
 * the newest waits while the page is busy, so that a page which stood still does not find a heap of them.
 */

const PROBE = "probe";

let link = makeLink();
let address = "";
/** @type {WebSocket | null} */
let socket = null;
/** @type {any} */
let timer;
/** @type {import("./frame.js").Frame | null} */
let waiting = null;
let pageIsBusy = false;
let mergedHere = 0;
let lastTold = "";

/** @param {Parameters<typeof step>[1]} event */
function happen(event) {
  const { link: next, actions } = step(link, event, Date.now());
  link = next;
  for (const action of actions) {
    if (action.do === "open") open(action.socket);
    else if (action.do === "close") close();
    else if (action.do === "probe") send({ jsonrpc: "2.0", id: PROBE, method: "state" });
    else {
      clearTimeout(timer);
      timer = setTimeout(() => happen({ type: "due" }), action.milliseconds);
    }
  }
  tell();
}

function tell() {
  const { status, lostAt, attempt } = link;
  const told = `${status} ${lostAt} ${attempt}`;
  if (told === lastTold) return;
  lastTold = told;
  postMessage({ type: "link", status, lostAt, attempt });
}

/** @param {number} number */
function open(number) {
  clearTimeout(timer);
  close();
  try {
    socket = new WebSocket(address, "rastro.v1");
  } catch (error) {
    postMessage({ type: "bad", reason: String(error) });
    happen({ type: "closed", socket: number });
    return;
  }
  socket.binaryType = "arraybuffer";
  socket.onopen = () => happen({ type: "opened", socket: number });
  socket.onclose = (event) => {
    if (number === link.socket) postMessage({ type: "closed", code: event.code, reason: event.reason });
    happen({ type: "closed", socket: number });
  };
  socket.onmessage = (event) => {
    if (number !== link.socket) return;
    happen({ type: "heard", socket: number });
    receive(event.data);
  };
}

function close() {
  if (!socket) return;
  socket.onopen = socket.onclose = socket.onmessage = null;
  socket.close(1000);
  socket = null;
  waiting = null;
}

/** @param {unknown} message */
function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** @param {string | ArrayBuffer} data */
function receive(data) {
  try {
    if (typeof data === "string") {
      const message = JSON.parse(data);
      if (message.id !== PROBE) postMessage({ type: "message", message, bytes: data.length });
    } else {
      const frame = decodeFrame(data);
      if (waiting) mergedHere += 1;
      waiting = waiting ? merged(waiting, frame) : frame;
      if (!pageIsBusy) handOver();
    }
  } catch (error) {
    postMessage({ type: "bad", reason: error instanceof Error ? error.message : String(error) });
  }
}

function handOver() {
  if (!waiting) return;
  const frame = waiting;
  waiting = null;
  pageIsBusy = true;
  postMessage({ type: "frame", frame, merged: mergedHere }, [
    frame.numbers.buffer, frame.x.buffer, frame.y.buffer, frame.speed.buffer, frame.course.buffer,
  ]);
}

onmessage = ({ data }) => {
  switch (data.type) {
    case "start":
      address = data.address;
      happen({ type: "start" });
      setInterval(() => happen({ type: "tick" }), 500);
      break;
    case "shown":
    case "hidden":
      happen({ type: data.type });
      break;
    case "taken":
      pageIsBusy = false;
      handOver();
      break;
    case "send":
      if (!send(data.message)) postMessage({ type: "unsent", id: data.message.id });
      break;
  }
};
