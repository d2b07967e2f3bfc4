import { effect, owned } from "./reactive.js";

/**
 * A node, a text, a number, nothing, a list of these, or a function that reads one of them from state.
 * @typedef {any} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element. A property that is a function is bound: it follows the state that it reads. Names that
 * begin with `on` are listeners.
 * @param {string} tag
 * @param {Record<string, any> | null} [properties]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (typeof value === "function") effect(() => assign(element, name, value()));
    else assign(element, name, value);
  }
  append(element, children);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 */
function assign(element, name, value) {
  // An option's value is its text until the attribute is there; an empty one must be set all the same.
  if (name === "value" && element.tagName === "OPTION") {
    element.setAttribute(name, String(value));
  } else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") {
    const holder = /** @type {any} */ (element);
    if (holder[name] !== value) holder[name] = value;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else if (typeof child === "function") parent.append(bound(child));
    else parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * A text or node that follows the state which `read` reads.
 * @param {() => Child} read
 * @returns {Node}
 */
function bound(read) {
  /** @type {ChildNode} */
  let node = document.createTextNode("");
  effect(() => {
    const next = read();
    if (next instanceof Node) {
      node.replaceWith(next);
      node = /** @type {ChildNode} */ (next);
    } else {
      const text = next === null || next === undefined || next === false ? "" : String(next);
      if (node instanceof Text) {
        if (node.data !== text) node.data = text;
      } else {
        const fresh = document.createTextNode(text);
        node.replaceWith(fresh);
        node = fresh;
      }
    }
  });
  return node;
}

/**
 * A picture from the sprite in the page.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Listens until the disposer is called.
 * @param {EventTarget} target
 * @param {string} type
 * @param {(event: any) => void} listener
 * @param {AddEventListenerOptions} [options]
 */
export function listen(target, type, listener, options) {
  target.addEventListener(type, listener, options);
  return owned(() => target.removeEventListener(type, listener, options));
}

/**
 * Calls `body` each `milliseconds` until the disposer is called.
 * @param {number} milliseconds
 * @param {() => void} body
 */
export function every(milliseconds, body) {
  const timer = setInterval(body, milliseconds);
  return owned(() => clearInterval(timer));
}
