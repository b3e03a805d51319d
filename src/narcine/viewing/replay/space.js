// Vectors, quaternions (w, x, y, z) and column-major matrices, in north-east-down.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scaled = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = a => Math.hypot(a[0], a[1], a[2]);
const unit = a => scaled(a, 1 / (length(a) || 1));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const mixed = (a, b, s) => a.map((value, k) => value + s * (b[k] - value));
const clamped = (value, low, high) => Math.min(Math.max(value, low), high);

function times(a, b) {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  return out;
}

// Takes a point through a matrix, with its last coordinate.
function through(m, p) {
  return [0, 1, 2, 3].map(row => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row]);
}

function perspective(halfAngle, aspect, near, far) {
  const f = 1 / Math.tan(halfAngle);
  const out = new Float32Array(16);
  out.set([f / aspect], 0);
  out.set([f], 5);
  out.set([(far + near) / (near - far), -1], 10);
  out.set([(2 * far * near) / (near - far)], 14);
  return out;
}

function orthographic(halfHeight, aspect, near, far) {
  const out = new Float32Array(16);
  out.set([1 / (halfHeight * aspect)], 0);
  out.set([1 / halfHeight], 5);
  out.set([2 / (near - far)], 10);
  out.set([(far + near) / (near - far), 1], 14);
  return out;
}

// What an eye sees whose own axes are right, up and out (towards the viewer).
function seenFrom(eye, right, up, out) {
  return new Float32Array([
    right[0], up[0], out[0], 0, right[1], up[1], out[1], 0, right[2], up[2], out[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(out, eye), 1,
  ]);
}

function posed(p, q) {
  const [w, x, y, z] = q;
  return new Float32Array([
    1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0,
    2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
    2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0,
    p[0], p[1], p[2], 1,
  ]);
}

// The attitude a share of the way from one to another, turned evenly about one axis.
function turned(a, b, share) {
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(cosine * sign, 1);
  const angle = Math.acos(cosine);
  const [from, to] =
    angle < 1e-4 ? [1 - share, share] : [Math.sin((1 - share) * angle), Math.sin(share * angle)].map(v => v / Math.sin(angle));
  const out = a.map((value, k) => from * value + sign * to * b[k]);
  const size = Math.hypot(...out);
  return out.map(value => value / size);
}
