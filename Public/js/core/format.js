import { language, t } from "../i18n/index.js";
import { settings } from "../model/settings.js";

/** Text for numbers, lengths and times, in the page's language and its one time zone. */

/** @type {Map<string, Intl.NumberFormat>} */
const numberFormats = new Map();
/** @type {Map<string, Intl.DateTimeFormat>} */
const timeFormats = new Map();

/**
 * @param {number} value
 * @param {number} [digits]
 */
export function formatNumber(value, digits = 0) {
  if (!Number.isFinite(value)) return "–";
  const key = `${language.value} ${digits}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language.value, {
      minimumFractionDigits: digits, maximumFractionDigits: digits,
    });
    numberFormats.set(key, format);
  }
  return format.format(value);
}

/**
 * A number with about three digits that matter.
 * @param {number | null | undefined} value
 */
export function formatFigure(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return formatNumber(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

/** @param {number | null | undefined} metresPerSecond */
export function formatSpeed(metresPerSecond) {
  if (metresPerSecond === null || metresPerSecond === undefined) return "–";
  const value = metresPerSecond * 3.6;
  return `${formatNumber(value, value < 10 ? 1 : 0)} km/h`;
}

/** @param {number | null | undefined} metres */
export function formatLength(metres) {
  if (metres === null || metres === undefined || !Number.isFinite(metres)) return "–";
  if (metres < 1000) return `${formatNumber(metres, metres < 10 ? 1 : 0)} m`;
  return `${formatNumber(metres / 1000, metres < 100_000 ? 1 : 0)} km`;
}

/** @param {number | null | undefined} degrees */
export function formatCourse(degrees) {
  return degrees === null || degrees === undefined ? "–" : `${String(Math.round(degrees) % 360).padStart(3, "0")}°`;
}

/** @param {number} milliseconds */
export function formatDuration(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "–";
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** @param {number} milliseconds */
export function formatAge(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "–";
  const seconds = Math.max(0, milliseconds / 1000);
  if (seconds < 10) return `${formatNumber(seconds, 1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** @param {number} bytes */
export function formatBytes(bytes) {
  if (!Number.isFinite(bytes)) return "–";
  if (bytes < 1024) return `${formatNumber(bytes)} B`;
  if (bytes < 1024 ** 2) return `${formatNumber(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${formatNumber(bytes / 1024 ** 2, 1)} MiB`;
  return `${formatNumber(bytes / 1024 ** 3, 2)} GiB`;
}

/**
 * @param {string} key
 * @param {Intl.DateTimeFormatOptions} options
 */
function timeFormat(key, options) {
  const zone = settings.zone.value === "utc" ? "UTC" : undefined;
  const name = `${language.value} ${zone} ${key}`;
  let format = timeFormats.get(name);
  if (!format) {
    format = new Intl.DateTimeFormat(language.value === "en" ? "en-GB" : language.value, { ...options, timeZone: zone });
    timeFormats.set(name, format);
  }
  return format;
}

/**
 * The time of day, without the zone: write `zoneName` beside it.
 * @param {number | null} milliseconds
 * @param {number} [digits] of the second's fraction, 0...3
 */
export function formatTime(milliseconds, digits = 0) {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return "--:--:--";
  const fraction = digits === 0 ? {} : { fractionalSecondDigits: /** @type {1 | 2 | 3} */ (digits) };
  const format = timeFormat(`time${digits}`, {
    hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", ...fraction,
  });
  return format.format(milliseconds);
}

/** @param {number | null} milliseconds */
export function formatDate(milliseconds) {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return "";
  return timeFormat("date", { day: "numeric", month: "short", year: "numeric" }).format(milliseconds);
}

/**
 * The zone in which times are shown, as it is called at that time.
 * @param {number | null} [milliseconds]
 */
export function zoneName(milliseconds = Date.now()) {
  if (settings.zone.value === "utc") return "UTC";
  const parts = timeFormat("zone", { timeZoneName: "short" }).formatToParts(milliseconds ?? Date.now());
  return parts.find((part) => part.type === "timeZoneName")?.value ?? t("zone.local");
}

/** @param {number | null} milliseconds */
export function formatMoment(milliseconds) {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return "–";
  return `${formatDate(milliseconds)} ${formatTime(milliseconds)} ${zoneName(milliseconds)}`;
}

/**
 * @param {number} latitude
 * @param {number} longitude
 */
export function formatPlace(latitude, longitude) {
  const ns = latitude < 0 ? "S" : "N";
  const ew = longitude < 0 ? t("compass.W") : t("compass.E");
  return `${Math.abs(latitude).toFixed(5)}° ${ns}  ${Math.abs(longitude).toFixed(5)}° ${ew}`;
}

/** @param {number | "max" | null} rate */
export function formatRate(rate) {
  if (rate === "max") return t("rate.max");
  if (rate === null || !Number.isFinite(rate)) return "–";
  return `${formatNumber(rate, rate >= 10 || Number.isInteger(rate) ? 0 : 2)}×`;
}
