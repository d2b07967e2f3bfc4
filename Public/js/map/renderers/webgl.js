import { channels } from "../palette.js";
import { HIDDEN, STALE } from "../tint.js";

const VERTEX = `#version 300 es
in vec2 from;
in vec2 to;
in uint tint;
uniform float mixing;
uniform vec3 view;
uniform float size;
uniform vec3 inks[16];
out vec3 ink;
void main() {
  vec2 place = mix(from, to, mixing) * view.x + view.yz;
  gl_Position = tint == 255u ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(place, 0.0, 1.0);
  gl_PointSize = size;
  ink = inks[min(tint, 15u)];
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 ink;
out vec4 colour;
void main() {
  float r = length(gl_PointCoord - 0.5) * 2.0;
  float cover = 1.0 - smoothstep(0.78, 1.0, r);
  colour = vec4(ink * cover, cover);
}`;

/** Whether WebGL here runs on the processor: then pixels are quicker. */
export function isSoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : "");
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(renderer);
}

/** Vehicles as points on the graphics card, which moves them between two frames by itself. */
export class WebGLRenderer {
  name = "webgl";

  constructor() {
    this.canvas = document.createElement("canvas");
    const gl = this.canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
    if (!gl) throw new Error("WebGL2 is not available");
    this.gl = gl;
    this.program = link(gl);
    this.buffers = { places: gl.createBuffer(), tints: gl.createBuffer() };
    this.places = new Float32Array(0);
    this.inks = new Float32Array(48);
    this.tintBytes = new Uint8Array(0);
    this.uploaded = { version: -1, tints: -1, count: 0, x: 0, y: 0, scale: 0 };
    /** @type {any} */
    this.where = {};
    for (const name of ["mixing", "view", "size", "inks"]) {
      this.where[name] = gl.getUniformLocation(this.program, name);
    }
    this.#bind();
  }

  #bind() {
    const { gl, program } = this;
    gl.useProgram(program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.places);
    for (const [name, offset] of /** @type {[string, number][]} */ ([["from", 0], ["to", 8]])) {
      const at = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 16, offset);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.tints);
    const at = gl.getAttribLocation(program, "tint");
    gl.enableVertexAttribArray(at);
    gl.vertexAttribIPointer(at, 1, gl.UNSIGNED_BYTE, 1, 0);
  }

  /** @param {import("../scene.js").Scene} scene */
  draw(scene) {
    const { gl } = this;
    const { fleet, view, mix, ratio } = scene;
    const width = Math.round(view.width * ratio);
    const height = Math.round(view.height * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.#upload(scene);
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const sx = (2 * view.scale) / view.width;
    const { x, y } = this.uploaded;
    gl.uniform1f(this.where.mixing, mix);
    // Places are stored relative to (x, y), with y already stretched so that one scale serves both axes.
    gl.uniform3f(this.where.view, sx, (x * view.scale - view.left) * 2 / view.width - 1,
      1 - (y * view.scale - view.top) * 2 / view.height);
    gl.uniform1f(this.where.size, (fleet.count > 20_000 ? 4 : 6) * ratio);
    gl.uniform3fv(this.where.inks, this.inks);
    gl.drawArrays(gl.POINTS, 0, fleet.count);
  }

  /** @param {import("../scene.js").Scene} scene */
  #upload(scene) {
    const { gl, uploaded } = this;
    const { fleet, view, tints, tintVersion } = scene;
    const x = (view.left + view.width / 2) / view.scale;
    const y = (view.top + view.height / 2) / view.scale;
    const strayed = Math.hypot(x - uploaded.x, y - uploaded.y) * view.scale > 4 * view.width;
    const aspect = view.width / view.height;
    if (uploaded.version !== fleet.version || strayed || uploaded.scale !== aspect) {
      if (this.places.length < fleet.count * 4) this.places = new Float32Array(fleet.numbers.length * 4);
      const { places } = this;
      for (let slot = 0, at = 0; slot < fleet.count; slot += 1, at += 4) {
        const copy = Math.round(x - fleet.toX[slot]);
        places[at] = fleet.fromX[slot] + copy - x;
        places[at + 1] = -(fleet.fromY[slot] - y) * aspect;
        places[at + 2] = fleet.toX[slot] + copy - x;
        places[at + 3] = -(fleet.toY[slot] - y) * aspect;
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.places);
      gl.bufferData(gl.ARRAY_BUFFER, places.subarray(0, fleet.count * 4), gl.DYNAMIC_DRAW);
      Object.assign(uploaded, { version: fleet.version, x, y, scale: aspect });
    }
    if (uploaded.tints !== tintVersion || uploaded.count !== fleet.count) {
      if (this.tintBytes.length < fleet.count) this.tintBytes = new Uint8Array(fleet.numbers.length);
      for (let slot = 0; slot < fleet.count; slot += 1) {
        const tint = tints[slot];
        this.tintBytes[slot] = tint === STALE ? 15 : tint === HIDDEN ? 255 : tint;
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.tints);
      gl.bufferData(gl.ARRAY_BUFFER, this.tintBytes.subarray(0, fleet.count), gl.DYNAMIC_DRAW);
      [...scene.colours.slice(0, 15)].forEach((colour, i) => {
        this.inks.set(channels(colour).map((value) => value / 255), i * 3);
      });
      this.inks.set(channels(scene.palette.stale).map((value) => value / 255), 45);
      Object.assign(uploaded, { tints: tintVersion, count: fleet.count });
    }
  }

  dispose() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.canvas.remove();
  }
}

/** @param {WebGL2RenderingContext} gl */
function link(gl) {
  const program = /** @type {WebGLProgram} */ (gl.createProgram());
  for (const [kind, source] of /** @type {[number, string][]} */ ([
    [gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT],
  ])) {
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
      throw new Error(gl.getShaderInfoLog(shader) ?? "a shader does not compile");
    }
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program) ?? "the shaders do not link");
  }
  return program;
}
