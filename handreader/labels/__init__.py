"""Labels of tiles in the formats of other programs: COCO, YOLO-OBB and Label Studio, both ways."""
