import Geometry
import Layout
import Paint
import Style
import Testing
import Typography

/// Boxes painted to pixels.
@Suite struct PictureTests {
    let builder = PageBuilder()
    let white = [255, 255, 255]
    let red = [255, 0, 0]
    let green = [0, 255, 0]
    let blue = [0, 0, 255]

    @Test func aBackgroundFillsTheBorderBox() throws {
        let picture = try builder.picture([box(Rect(x: 10, y: 20, width: 30, height: 40)) { $0.backgroundColor = .red }]
        )
        #expect(picture.width == 200 && picture.height == 100)
        #expect(picture.color(10, 20) == red && picture.color(39, 59) == red)
        #expect(picture.color(9, 20) == white && picture.color(40, 59) == white && picture.color(10, 60) == white)
    }

    @Test func resolutionScalesThePage() throws {
        let picture = try builder.picture(
            [box(Rect(x: 10, y: 20, width: 30, height: 40)) { $0.backgroundColor = .red }], resolution: 192)
        #expect(picture.width == 400 && picture.color(79, 119) == red && picture.color(80, 119) == white)
    }

    @Test func bordersOfDifferentColorsMeetInAMitre() throws {
        let picture = try builder.picture([
            box(Rect(x: 10, y: 10, width: 80, height: 60)) {
                $0.border = Edges(
                    top: BorderSide(width: 10, style: .solid, color: .red),
                    right: BorderSide(width: 10, style: .solid, color: .green),
                    bottom: BorderSide(width: 10, style: .solid, color: .blue),
                    left: BorderSide(width: 10, style: .solid, color: .black))
            }
        ])
        #expect(picture.color(50, 15) == red && picture.color(85, 40) == green)
        #expect(picture.color(50, 65) == blue && picture.color(15, 40) == [0, 0, 0])
        #expect(picture.color(17, 12) == red && picture.color(12, 17) == [0, 0, 0])
        #expect(picture.color(50, 40) == white)
    }

    @Test func aThinBorderOfOneSideKeepsItsWidth() throws {
        let picture = try builder.picture(
            [
                box(Rect(x: 10, y: 10, width: 80, height: 60)) {
                    $0.border.bottom = BorderSide(width: 0.5, style: .solid, color: .black)
                }
            ], resolution: 192)
        #expect(picture.color(100, 139) == [0, 0, 0] && picture.color(100, 138) == white)
    }

    @Test func aDoubleBorderLeavesItsMiddleFree() throws {
        let picture = try builder.picture([
            box(Rect(x: 10, y: 10, width: 80, height: 60)) {
                $0.border = Edges(BorderSide(width: 9, style: .double, color: .red))
            }
        ])
        #expect(picture.color(50, 11) == red && picture.color(50, 14) == white && picture.color(50, 17) == red)
    }

    @Test func dashesBeginAndEndALineWhole() throws {
        let picture = try builder.picture([
            box(Rect(x: 0, y: 10, width: 200, height: 60)) {
                $0.border.top = BorderSide(width: 4, style: .dashed, color: .red)
            }
        ])
        #expect(picture.color(1, 12) == red && picture.color(198, 12) == red)
        #expect((0..<200).contains { picture.color($0, 12) == white })
    }

    @Test func roundCornersAreLeftFree() throws {
        let picture = try builder.picture([
            box(Rect(x: 10, y: 10, width: 80, height: 60)) {
                $0.backgroundColor = .red
                $0.radius = Corners(CornerRadius(x: .px(20), y: .px(20)))
            }
        ])
        #expect(picture.color(12, 12) == white && picture.color(50, 12) == red && picture.color(12, 40) == red)
    }

    @Test func overflowIsClippedToThePaddingBox() throws {
        let child = box(Rect(x: 0, y: 0, width: 100, height: 100)) { $0.backgroundColor = .red }
        let picture = try builder.picture([
            box(Rect(x: 10, y: 10, width: 40, height: 40), children: [child], overflow: .hidden)
        ])
        #expect(picture.color(45, 45) == red && picture.color(55, 45) == white)
    }

    @Test func opacityAppliesToABoxAsAWhole() throws {
        let child = box(Rect(x: 0, y: 0, width: 20, height: 20)) { $0.backgroundColor = .blue }
        let picture = try builder.picture([
            box(Rect(x: 10, y: 10, width: 40, height: 40), children: [child]) {
                $0.backgroundColor = .red
                $0.opacity = 0.5
            }
        ])
        #expect(picture.isColor(40, 40, [255, 127, 127]) && picture.isColor(15, 15, [127, 127, 255]))
    }

    @Test func boxesStackByZIndexAndThenByOrder() throws {
        let place = Rect(x: 10, y: 10, width: 40, height: 40)
        let picture = try builder.picture([
            box(place, order: 3, position: .absolute, zIndex: 1) { $0.backgroundColor = .red },
            box(place, order: 2, position: .relative, zIndex: 2) { $0.backgroundColor = .green },
            box(place, order: 1) { $0.backgroundColor = .blue },
            box(Rect(x: 60, y: 10, width: 40, height: 40), order: 5, position: .relative, zIndex: -1) {
                $0.backgroundColor = .red
            },
            box(Rect(x: 60, y: 10, width: 20, height: 40), order: 4) { $0.backgroundColor = .green },
        ])
        #expect(picture.color(20, 20) == green)
        #expect(picture.color(70, 20) == green && picture.color(90, 20) == red)
    }

    @Test func floatsLieOverBlocksAndUnderText() throws {
        let place = Rect(x: 10, y: 10, width: 40, height: 40)
        let picture = try builder.picture([
            box(place, role: .float) { $0.backgroundColor = .red },
            box(place) { $0.backgroundColor = .blue },
        ])
        #expect(picture.color(20, 20) == red)
    }

    @Test func transformsTurnAboutTheMiddle() throws {
        let picture = try builder.picture([
            box(Rect(x: 40, y: 45, width: 80, height: 10)) {
                $0.backgroundColor = .red
                $0.transform = [.rotate(90)]
            }
        ])
        #expect(picture.color(80, 20) == red && picture.color(80, 80) == red && picture.color(50, 50) == white)
    }

    @Test func whatABlocksStyleSaysIsNotDoneAgainByItsLines() throws {
        // Layout gives lines the style of their block.
        let content = box(Rect(x: 0, y: 0, width: 40, height: 10), role: .atomicInline) { $0.backgroundColor = .red }
        let line = box(Rect(x: 0, y: 0, width: 40, height: 20), role: .line, children: [content], overflow: .hidden) {
            $0.transform = [.translate(.px(50), .px(0))]
            $0.opacity = 0.5
        }
        let block = box(Rect(x: 10, y: 10, width: 40, height: 20), children: [line], overflow: .hidden) {
            $0.transform = [.translate(.px(50), .px(0))]
            $0.opacity = 0.5
        }
        let picture = try builder.picture([block])
        #expect(picture.isColor(70, 15, [255, 127, 127]) && picture.color(120, 15) == white)
    }

    @Test func shadowsLieOutsideTheBox() throws {
        let picture = try builder.picture([
            box(Rect(x: 20, y: 20, width: 60, height: 40)) {
                $0.boxShadow = [Shadow(x: 10, y: 10, blur: 0, spread: 0, color: .red, isInset: false)]
            },
            box(Rect(x: 120, y: 20, width: 60, height: 40)) {
                $0.boxShadow = [Shadow(x: 0, y: 0, blur: 10, spread: 0, color: .red, isInset: false)]
            },
        ])
        #expect(picture.color(85, 65) == red && picture.color(70, 50) == white)
        let edge = picture.color(119, 40)
        let far = picture.color(112, 40)
        #expect(edge[0] == 255 && edge[1] > 100 && edge[1] < 190)
        #expect(far[1] > edge[1] && picture.color(105, 40) == white && picture.color(150, 40) == white)
    }

    @Test func linearGradientsRunFromStopToStop() throws {
        let gradient = LinearGradient(
            direction: .angle(90),
            stops: [ColorStop(color: .red), ColorStop(color: .blue, position: .percent(0.5)), ColorStop(color: .blue)],
            repeats: false)
        let picture = try builder.picture([
            box(Rect(x: 0, y: 0, width: 100, height: 50)) {
                var layer = BackgroundLayer()
                layer.image = .linearGradient(gradient)
                $0.backgroundLayers = [layer]
            }
        ])
        #expect(picture.color(1, 10)[0] > 245 && picture.isColor(80, 10, blue))
        #expect(abs(picture.color(25, 10)[0] - 128) < 8)
        #expect(picture.color(101, 10) == white)
    }

    @Test func whatAGradientFadesIntoIsNotGrey() throws {
        let gradient = LinearGradient(
            direction: .angle(90), stops: [ColorStop(color: .red), ColorStop(color: .transparent)], repeats: false)
        let picture = try builder.picture([
            box(Rect(x: 0, y: 0, width: 100, height: 50)) {
                var layer = BackgroundLayer()
                layer.image = .linearGradient(gradient)
                $0.backgroundLayers = [layer]
            }
        ])
        #expect(picture.color(50, 10)[0] > 250)
    }

    @Test func clipPathsCutABox() throws {
        let picture = try builder.picture([
            box(Rect(x: 10, y: 10, width: 80, height: 80)) {
                $0.backgroundColor = .red
                $0.clipPath = .circle(radius: nil, center: PositionValue(x: .percent(0.5), y: .percent(0.5)))
            }
        ])
        #expect(picture.color(50, 50) == red && picture.color(14, 14) == white)
    }

    @Test func collapsedBordersLieOnTheirGridLine() throws {
        let table = box(Rect(x: 10, y: 10, width: 100, height: 50))
        guard case .box(let fragment) = table.fragment else { return }
        var parts = BoxFragment.Parts(fragment)
        parts.collapsedBorders = [
            BorderSegment(
                from: Point(x: 0, y: 20), to: Point(x: 100, y: 20),
                side: BorderSide(width: 4, style: .solid, color: .blue))
        ]
        let picture = try builder.picture([PlacedFragment(.box(BoxFragment(parts)), at: Point(x: 10, y: 10))])
        #expect(picture.color(50, 28) == blue && picture.color(50, 31) == blue)
        #expect(picture.color(50, 27) == white && picture.color(50, 32) == white)
    }

    @Test func theRootsBackgroundCoversThePageArea() throws {
        var page = builder.page([])
        page.margin = Edges(10)
        var decoration = DecorationStyle()
        decoration.backgroundColor = .green
        let initial = ComputedStyle.initial
        let style = ComputedStyle(
            text: initial.textGroup, box: initial.boxGroup, decoration: Group(decoration),
            arrangement: initial.arrangementGroup, generated: initial.generatedGroup)
        let document = PaintedDocument(pages: [page], rootCanvas: RootCanvas(background: style))
        let output = PNGOutput(document, shaper: builder.shaper, images: builder.images)
        let picture = try Picture(png: output.files()[0])
        #expect(picture.color(10, 10) == green && picture.color(189, 89) == green && picture.color(9, 50) == white)
    }
}
