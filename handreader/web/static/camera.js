// The live view, where the browser gives a camera (HTTPS, or this computer itself).

import { h } from "./dom.js";
import { closeDialog, openDialog } from "./tiles.js";
import { say } from "./words.js";

export const hasCamera = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** Shows the camera; `take` gets one picture as a JPEG blob. */
export async function live(take, failed) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } },
    });
  } catch {
    failed(say("no_camera"));
    return;
  }
  const video = h("video", { autoplay: true, playsinline: true, class: "live" });
  video.muted = true;
  video.srcObject = stream;
  const shoot = () => {
    const canvas = h("canvas", { width: video.videoWidth, height: video.videoHeight });
    canvas.getContext("2d").drawImage(video, 0, 0);
    closeDialog();
    canvas.toBlob((blob) => blob && take(blob), "image/jpeg", 0.92);
  };
  openDialog(say("live"), video, h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: shoot }, say("shoot"))));
  document.getElementById("dialog").addEventListener("close", () => stream.getTracks().forEach((track) => track.stop()), { once: true });
}
